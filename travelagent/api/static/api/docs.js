/** Shows the schema in Swagger UI. Requests with the site's own cookie carry the CSRF token. */

const place = document.getElementById("api");

/** Swagger UI inside a page that has its own heading and main part, each control with a name, none inside of another. */
function accessible({ React: { createElement: h } }) {
  const ApiLayout = ({ getComponent, specSelectors }) => {
    const part = (name) => h(getComponent(name, true));
    const ready = specSelectors.loadingStatus() === "success";
    return h("div", { className: "swagger-ui" }, h(getComponent("SvgAssets")),
      ready ? h("div", { className: "scheme-container" }, h("div", { className: "schemes" }, part("AuthorizeBtnContainer"))) : null,
      part("errors"), ready ? part("operations") : null);
  };
  const named = (Original) => (props) => h("label", {}, h("span", { className: "sr" }, "Example"), h(Original, props));
  const plain = () => ({ text }) => h("span", {}, text);
  return { components: { ApiLayout }, wrapComponents: { DeepLink: plain, ExamplesSelect: named } };
}

window.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.schema,
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  layout: "ApiLayout",
  plugins: [accessible],
  requestInterceptor(request) {
    const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1];
    if (token && new URL(request.url, window.location.href).origin === window.location.origin) request.headers["X-CSRFToken"] = token;
    return request;
  },
});
