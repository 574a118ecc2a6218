api() { curl -sS --fail-with-body -H "Authorization: Bearer $KEY" "$@"; }
id()  { sed 's/^{"id":"\([^"]*\)".*/\1/'; }

SESSION=$(api -H "Content-Type: application/json" -H "Idempotency-Key: ann-42-first" \
    -d '{"end_user": "ann-42", "locale": "en"}' "{{ site }}/api/v1/sessions/" | id)
RUN=$(api -H "Content-Type: application/json" -d '{"message": "Plan one day in Kyoto"}' \
    "{{ site }}/api/v1/sessions/$SESSION/runs/" | id)
api -N -H "Accept: text/event-stream" "{{ site }}/api/v1/runs/$RUN/events/"
