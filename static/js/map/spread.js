/** Parts discs that would lie upon each other: pure arithmetic on pixels, the same for the same points. */

/** Rounds of pushing, at least and at most, and how many discs together are pushed in all rounds. */
const ROUNDS = [4, 12];
const PUSHED = 900;
/** Radians between the directions in which discs of one and the same place are parted: the golden angle. */
const TURN = 2.399963;

/**
 * How far each disc is moved, `[x, y]` in pixels: so that the middles of any two of `points` `[x, y]` lie at least about `apart`
 * pixels from each other. None goes further than `farthest` from its place.
 */
export function spread(points, apart, farthest = 1.4 * apart) {
  const at = points.map(([x, y], index) => [x + 0.01 * Math.cos(index * TURN), y + 0.01 * Math.sin(index * TURN)]);
  const order = at.map((_, index) => index).sort((one, other) => points[one][0] - points[other][0]);
  const rounds = Math.max(ROUNDS[0], Math.min(ROUNDS[1], Math.round(PUSHED / at.length)));
  for (let round = 0; round < rounds; round += 1) {
    if (!part(at, order, apart)) break;
    at.forEach((point, index) => hold(point, points[index], farthest));
    order.sort((one, other) => at[one][0] - at[other][0]);
  }
  return at.map(([x, y], index) => [x - points[index][0], y - points[index][1]].map((move) => Math.round(move) || 0));
}

/** Pushes each pair that is too near apart by half of what is missing each; whether any was. `order`: from west to east. */
function part(at, order, apart) {
  let any = false;
  for (let first = 0; first < order.length; first += 1) {
    const one = at[order[first]];
    for (let second = first + 1; second < order.length; second += 1) {
      const other = at[order[second]];
      if (other[0] - one[0] > 2 * apart) break;
      const [x, y] = [other[0] - one[0], other[1] - one[1]];
      const distance = Math.hypot(x, y) || 0.01;
      if (distance >= apart - 0.5) continue;
      any = true;
      const push = (apart - distance) / 2 / distance;
      one[0] -= x * push;
      one[1] -= y * push;
      other[0] += x * push;
      other[1] += y * push;
    }
  }
  return any;
}

function hold(point, [x, y], farthest) {
  const distance = Math.hypot(point[0] - x, point[1] - y);
  if (distance <= farthest) return;
  point[0] = x + ((point[0] - x) * farthest) / distance;
  point[1] = y + ((point[1] - y) * farthest) / distance;
}
