// Makes screenshots small: an image of few colours needs one byte for a pixel instead of four.

import { deflateSync, inflateSync } from 'node:zlib';

const MOST_COLOURS = 256;

/**
 * The same picture with at most 256 colours.
 * @param {Buffer} png with 8 bits a channel, RGB or RGBA, opaque
 * @returns {Buffer}
 */
export function shrink(png) {
  const { width, height, pixels } = decode(png);
  const palette = choose(pixels);
  const nearest = new Map();
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const colour = pixels[at];
      let index = nearest.get(colour);
      if (index === undefined) nearest.set(colour, index = closest(palette, colour));
      rows[y * (width + 1) + 1 + x] = index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

/** @param {Buffer} png */
function decode(png) {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const size = png[25] === 6 ? 4 : 3;
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const data = inflateSync(Buffer.concat(parts));
  const line = width * size;
  const pixels = new Uint32Array(width * height);
  let above = new Uint8Array(line);
  for (let y = 0; y < height; y += 1) {
    const from = y * (line + 1);
    const row = data.subarray(from + 1, from + 1 + line);
    for (let i = 0; i < line; i += 1) {
      const left = i < size ? 0 : row[i - size];
      const corner = i < size ? 0 : above[i - size];
      row[i] += predicted(data[from], left, above[i], corner);
    }
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = (row[x * size] << 16) | (row[x * size + 1] << 8) | row[x * size + 2];
    above = row;
  }
  return { width, height, pixels };
}

/** The filters of the format. @param {number} filter @param {number} left @param {number} up @param {number} corner */
function predicted(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** A palette by splitting the box of colours that is worth it most. @param {Uint32Array} pixels */
function choose(pixels) {
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const part = (colour, axis) => (colour >> (16 - 8 * axis)) & 255;
  const box = (colours) => {
    const spans = [0, 1, 2].map((axis) => {
      const values = colours.map(([colour]) => part(colour, axis));
      return values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
    });
    const axis = spans.indexOf(Math.max(...spans));
    const weight = colours.reduce((sum, [, count]) => sum + Math.sqrt(count), 0);
    return { colours, axis, worth: spans[axis] === 0 ? 0 : spans[axis] ** 2 * weight };
  };
  let boxes = [box([...counts])];
  while (boxes.length < MOST_COLOURS) {
    const best = boxes.reduce((a, b) => (b.worth > a.worth ? b : a));
    if (best.worth === 0) break;
    const sorted = best.colours.sort(([a], [b]) => part(a, best.axis) - part(b, best.axis));
    const half = sorted.reduce((sum, [, count]) => sum + Math.sqrt(count), 0) / 2;
    let at = 0;
    for (let sum = 0; at < sorted.length - 2 && sum < half; at += 1) sum += Math.sqrt(sorted[at][1]);
    at = Math.max(1, at);
    boxes = [...boxes.filter((one) => one !== best), box(sorted.slice(0, at)), box(sorted.slice(at))];
  }
  // Each box is stood for by its most frequent colour, so that large flat areas keep theirs exactly.
  return boxes.map(({ colours }) => colours.reduce((a, b) => (b[1] > a[1] ? b : a))[0]);
}

/** @param {number[]} palette @param {number} colour */
function closest(palette, colour) {
  let best = 0;
  let least = Infinity;
  palette.forEach((one, index) => {
    const [r, g, b] = [(one >> 16) - (colour >> 16), ((one >> 8) & 255) - ((colour >> 8) & 255), (one & 255) - (colour & 255)];
    const distance = 2 * r * r + 4 * g * g + 3 * b * b;
    if (distance < least) [best, least] = [index, distance];
  });
  return best;
}

const CRC = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  let crc = 0xffffffff;
  for (const byte of body) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE((crc ^ 0xffffffff) >>> 0, body.length + 4);
  return out;
}
