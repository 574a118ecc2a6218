from django.urls import path

from travelagent.maps.views import index, piece, tile

app_name = "maps"
urlpatterns = [
    path("map/ground/<str:version>/index.json", index, name="index"),
    path("map/ground/<str:version>/<path:name>.json", piece, name="piece"),
    path("map/tiles/<int:z>/<int:x>/<int:y>", tile, name="tile"),
]
