/** Pictures of the demo, small and drawn here: a band of colour for an advert, a parking sign for a big screen. */
import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function png(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8); // eight bits, red green blue
  const lines = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (__, x) => colourAt(x, y)).flat()]),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PNG of 640 × 160, of a few hundred bytes. */
export const advertPicture = (): Buffer =>
  png(640, 160, (_, y) => {
    const shade = Math.floor((y / 160) * 90);
    return [18, 87 + shade, 184 + Math.floor(shade / 2)];
  });

/** The blue sign with a white P, a PNG of 320 × 320. */
export function signPicture(): Buffer {
  const [blue, white]: [Colour, Colour] = [
    [22, 97, 196],
    [255, 255, 255],
  ];
  const isWhite = (x: number, y: number): boolean => {
    const edge = Math.min(x, y, 319 - x, 319 - y);
    const inStem = x >= 110 && x < 146 && y >= 70 && y < 252;
    const ahead = x >= 146 && x < 176;
    const inBars = ahead && ((y >= 70 && y < 104) || (y >= 142 && y < 176));
    const far = Math.hypot(x - 176, y - 123);
    return (edge >= 10 && edge < 18) || inStem || inBars || (x >= 176 && far < 53 && far >= 19);
  };
  return png(320, 320, (x, y) => (isWhite(x, y) ? white : blue));
}

/** From one end to the other, in metres from the upper left of the floor; along one of its sides. */
export type Wall = readonly [fromX: number, fromY: number, toX: number, toY: number];

const PER_METRE = 10;
const WALL_M = 0.3;

/** Walls of a floor so many metres wide and deep, a PNG of ten pixels a metre. */
export const floorPicture = (width: number, height: number, walls: readonly Wall[]): Buffer =>
  png(width * PER_METRE, height * PER_METRE, (x, y) => {
    const [across, down] = [x / PER_METRE, y / PER_METRE];
    const isWall = walls.some(
      ([x1, y1, x2, y2]) =>
        across >= Math.min(x1, x2) - WALL_M &&
        across < Math.max(x1, x2) + WALL_M &&
        down >= Math.min(y1, y2) - WALL_M &&
        down < Math.max(y1, y2) + WALL_M,
    );
    return isWall ? [138, 147, 160] : [250, 251, 252];
  });
