/** A picture an advert of the demo shows: a band of colour, small and made here. */
import { crc32, deflateSync } from 'node:zlib';

const [WIDTH, HEIGHT] = [640, 160];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of 640 × 160, of a few hundred bytes. */
export function advertPicture(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2], 8); // eight bits, red green blue
  const lines = Array.from({ length: HEIGHT }, (_, y) => {
    const shade = Math.floor((y / HEIGHT) * 90);
    const pixel = [18, 87 + shade, 184 + Math.floor(shade / 2)];
    return Buffer.from([0, ...Array.from({ length: WIDTH }, () => pixel).flat()]);
  });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
