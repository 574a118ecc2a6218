/**
 * What can be read without a network: the files of the site and the pieces of the map's ground that were seen, and the reader's own trips
 * that were opened, with the weather and the pictures of their stops as they were last seen. Nothing else is kept. The private part belongs to one reader, whom pages name in `X-Reader`: it is emptied as soon
 * as a page names another one or nobody. Changes that wait (`queue.js`) stay: each belongs to its reader.
 */
"use strict";

const FILES = "files-1";
const PRIVATE = "private-1";
const READER = "/reader";
const NOT_KEPT = "/offline/";
const MOST_FILES = 600;
/** What is kept is one reader's: the headers that its answers vary by are no matter. */
const SAME = { ignoreVary: true };
const HASHED = /\.[0-9a-f]{12}\.\w+$/;
const FILE = [/^\/static\//, /^\/map\/ground\//, /^\/jsi18n\/$/];
const PAGE = /^\/trips\/[^/]*$/;
const WEATHER = /^\/api\/v1\/cities\/[^/]+\/weather\/$/;
const POSTER = /^\/pictures\/(?:sight|own)\/.+\.svg$/;
/** What is kept beside a trip, its weather and the pictures of its stops: bytes of one, answers of all. */
const BESIDE_BYTES = 5 * 1024 * 1024;
const MOST_BESIDE = 600;
const READS = /^\/api\/v1\/trips\/[^/]+\/(?:lists\/|expenses\/|travellers\/|ledger\/)?$/;

self.addEventListener("install", (event) => {
  // What changes something goes past this worker: asked of it, the last change of a page that is being left would die with the page.
  event.addRoutes?.([{ condition: { not: { requestMethod: "GET" } }, source: "network" }]).catch((error) => console.warn("routes:", error));
  event.waitUntil(caches.open(FILES).then((cache) => cache.add(NOT_KEPT)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => ![FILES, PRIVATE].includes(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const isPage = request.mode === "navigate";
  if (FILE.some((path) => path.test(url.pathname))) event.respondWith(file(request, url, event));
  else if (isPage ? PAGE.test(url.pathname) : READS.test(url.pathname)) event.respondWith(ownThing(request, isPage));
  else if (isPage) event.respondWith(anyPage(request));
  else if (isBeside(url)) event.respondWith(beside(request));
});

/**
 * `{keep: [paths], beside: [paths]}`: what the page of a trip consists of, asked for by that page once it is drawn, and the weather and pictures
 * that it shows, the more important first.
 */
self.addEventListener("message", (event) => {
  const { keep: parts, beside: shown = [] } = event.data ?? {};
  if (!Array.isArray(parts)) return;
  const kept = Promise.all(parts.map((path) => keep(path).catch(() => {}))).then(() => event.source?.postMessage({ kept: true }));
  event.waitUntil(kept.then(() => keepBeside(shown)).catch((error) => console.warn("beside:", error)));
});

/** The evening before: `{title, body, url, lang}`. A press opens the trip. */
self.addEventListener("push", (event) => {
  const { title, body, url, lang } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, lang, tag: url, data: { url }, icon: "/static/img/icon-192.png" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});

async function keep(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const request = new Request(url, { credentials: "same-origin" });
  if (FILE.some((each) => each.test(url.pathname))) {
    const cache = await caches.open(FILES);
    if (!(await cache.match(request, SAME))) await put(cache, request, await fetch(request));
  } else if (PAGE.test(url.pathname) || READS.test(url.pathname)) {
    await keepOwn(request, await fetch(request));
  }
}

/** A file under a name that holds its hash never changes; any other is taken from the network while there is one. */
async function file(request, url, event) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request, SAME);
  if (kept && (HASHED.test(url.pathname) || url.pathname.startsWith("/map/ground/"))) return kept;
  try {
    const response = await fetch(request);
    event.waitUntil(put(cache, request, response.clone()));
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function put(cache, request, response) {
  if (response.status !== 200) return;
  await cache.delete(request, SAME);
  await cache.put(request, response);
  const all = await cache.keys();
  const surplus = all.filter(({ url }) => new URL(url).pathname !== NOT_KEPT).slice(0, Math.max(0, all.length - MOST_FILES));
  await Promise.all(surplus.map((each) => cache.delete(each)));
}

/** The page of a trip, or what it reads: from the network, else as it was kept. */
async function ownThing(request, isPage) {
  let response;
  try {
    response = await fetch(request);
  } catch (error) {
    const kept = await (await caches.open(PRIVATE)).match(request, SAME);
    if (kept) return kept;
    if (isPage) return notKept();
    throw error;
  }
  await keepOwn(request, response.clone());
  return response;
}

async function keepOwn(request, response) {
  await meet(response);
  const cache = await caches.open(PRIVATE);
  if ([401, 403, 404, 410].includes(response.status)) await cache.delete(request, SAME);
  if (response.status !== 200 || response.redirected || !(await hasReader(cache))) return;
  const headers = new Headers(response.headers);
  headers.delete("Vary");  // else an older copy would stay beside it
  headers.set("X-Kept-At", new Date().toISOString());
  await cache.put(request, new Response(await response.blob(), { status: 200, headers }));
}

const isBeside = ({ pathname }) => WEATHER.test(pathname) || POSTER.test(pathname);

/** Weather or a picture: from the network, else as it was last seen. Only what belongs to a trip's copy is kept up to date. */
async function beside(request) {
  const kept = await (await caches.open(PRIVATE)).match(request, SAME);
  try {
    const response = await fetch(request);
    if (kept) await keepOwn(request, response.clone());
    return response;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** Keeps weather anew, and pictures that are not there yet, up to BESIDE_BYTES. */
async function keepBeside(paths) {
  const cache = await caches.open(PRIVATE);
  let left = BESIDE_BYTES;
  for (const url of paths.map((path) => new URL(path, self.location.origin))) {
    if (url.origin !== self.location.origin || !isBeside(url)) continue;
    const request = new Request(url, { credentials: "same-origin" });
    const kept = POSTER.test(url.pathname) ? await cache.match(request, SAME) : undefined;
    const response = kept ?? await fetch(request).catch(() => null);
    if (response?.status !== 200) continue;
    const { size } = await response.clone().blob();
    if (size > left) continue;
    left -= size;
    if (!kept) await keepOwn(request, response);
  }
  const all = (await cache.keys()).filter((each) => isBeside(new URL(each.url)));
  await Promise.all(all.slice(0, Math.max(0, all.length - MOST_BESIDE)).map((each) => cache.delete(each)));
}

async function anyPage(request) {
  try {
    const response = await fetch(request);
    await meet(response);
    return response;
  } catch {
    return notKept();
  }
}

const notKept = async () => (await (await caches.open(FILES)).match(NOT_KEPT, SAME)) ?? Response.error();

/** A page names its reader: what was kept for another one is gone before anything else is done. */
async function meet(response) {
  const reader = response.headers.get("X-Reader");
  if (reader === null) return;
  const cache = await caches.open(PRIVATE);
  const known = await (await cache.match(READER))?.text();
  if (known === reader) return;
  if (known !== undefined && known !== "nobody") await caches.delete(PRIVATE);
  if (reader !== "nobody") await (await caches.open(PRIVATE)).put(READER, new Response(reader));
}

const hasReader = async (cache) => (await cache.match(READER)) !== undefined;
