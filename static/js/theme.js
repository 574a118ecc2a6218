/* Applies the stored theme before the first paint, then makes the header's button turn it. */
(() => {
  // From the device's own theme the first press goes to the other one.
  const ORDER = window.matchMedia("(prefers-color-scheme: dark)").matches ? ["auto", "light", "dark"] : ["auto", "dark", "light"];
  const ICON = { auto: "auto", light: "sun", dark: "moon" };
  const root = document.documentElement;
  const stored = () => {
    const value = window.localStorage.getItem("theme");
    return ORDER.includes(value) ? value : "auto";
  };
  const show = (button, theme) => {
    root.dataset.theme = theme;
    if (!button) return;
    button.setAttribute("aria-label", button.dataset[theme]);
    button.title = button.dataset[theme];
    button.querySelector("use").setAttribute("href", `${document.body.dataset.icons}#${ICON[theme]}`);
  };
  show(null, stored());
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    if (!button) return;
    show(button, stored());
    button.addEventListener("click", () => {
      const next = ORDER[(ORDER.indexOf(root.dataset.theme) + 1) % ORDER.length];
      window.localStorage.setItem("theme", next);
      show(button, next);
    });
  });
})();
