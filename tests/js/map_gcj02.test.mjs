import assert from "node:assert/strict";
import { test } from "node:test";

import { fromGcj02, toGcj02 } from "../../static/js/map/gcj02.js";

const near = (found, expected, degrees) => found.forEach((value, index) => assert.ok(Math.abs(value - expected[index]) < degrees, `${found} is not ${expected}`));

/** Pairs that the tests of the packages eviltransform and coordtransform publish: WGS 84, GCJ-02. */
const PAIRS = [
  [[31.1774276, 121.5272106], [31.17530398364597, 121.531541859215]],
  [[22.543847, 113.912316], [22.540796131694766, 113.9171764808363]],
  [[39.911954, 116.377817], [39.91334545536069, 116.38404722455657]],
  [[39.915, 116.404], [39.91640428150164, 116.41024449916938]],
];

test("positions in China are where maps of GCJ-02 have them", () => {
  for (const [wgs84, gcj02] of PAIRS) near(toGcj02(wgs84), gcj02, 1e-7);
});

test("the way back meets the place again", () => {
  for (const [wgs84, gcj02] of PAIRS) near(fromGcj02(gcj02), wgs84, 1e-8);
});

test("outside China nothing is moved", () => {
  for (const point of [[48.8566, 2.3522], [-33.87, 151.21], [40.7, -74]]) {
    assert.deepEqual(toGcj02(point), point);
    assert.deepEqual(fromGcj02(point), point);
  }
});
