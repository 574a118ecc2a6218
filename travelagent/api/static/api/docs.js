/** Shows the schema in Swagger UI. Requests with the site's own cookie carry the CSRF token. */

const place = document.getElementById("api");

window.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.schema,
  deepLinking: true,
  requestInterceptor(request) {
    const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
    if (token && new URL(request.url, window.location.href).origin === window.location.origin) request.headers["X-CSRFToken"] = token;
    return request;
  },
});
