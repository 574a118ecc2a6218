import assert from "node:assert/strict";
import test from "node:test";

import { nearest, seam, together, wrapped } from "../../static/js/map/date_line.js";

test("longitudes are one stretch behind their widest gap", () => {
  for (const [given, expected] of [
    [[], null], [[100], null], [[-170, 0], null], [[178.4, 177.4, -179.9], 177.4], [[-118, 139], 139], [[0, 139, -118], 139], [[-180, 180], 180], [[-100, -20, 90], null],
  ]) assert.equal(seam(given), expected, String(given));
});

test("a plan over the date line is moved as a whole, any other stays the same value", () => {
  const days = [{ origin: null, visits: [{ lat: -17, lon: 178, exit: { lat: -17, lon: -179 } }], legs: [{ km: 5 }] }, { visits: [{ lat: -16, lon: -178.5 }] }];
  assert.deepEqual(together(days), [{ origin: null, visits: [{ lat: -17, lon: 178, exit: { lat: -17, lon: 181 } }], legs: [{ km: 5 }] }, { visits: [{ lat: -16, lon: 181.5 }] }]);
  const near = [{ lat: 1, lon: 2 }, { lat: 1, lon: null }];
  assert.equal(together(near), near);
});

test("longitudes come back", () => {
  assert.deepEqual([181.5, -190, 180, 0, 541].map(wrapped), [-178.5, 170, 180, 0, -179]);
  assert.deepEqual([nearest(-178.5, 182), nearest(10, 20), nearest(170, -175)], [181.5, 10, -190]);
});
