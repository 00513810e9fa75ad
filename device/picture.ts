/**
 * What a virtual camera sees: a drawing that follows from its own name, so that nothing is stored and nothing is
 * revealed that the name does not contain. `/demo/camera/<plate in hex>-<colour>-<direction>-<epoch ms>.svg`.
 */
export type Scene = {
  readonly plate: string;
  readonly colour: string;
  readonly direction: 'in' | 'out';
  readonly at: number;
};

const PREFIX = '/demo/camera/';

export const pictureOf = ({ plate, colour, direction, at }: Scene): string =>
  `${PREFIX}${Buffer.from(plate, 'utf8').toString('hex') || '00'}-${colour.replace(/[^a-z]/g, '') || 'unknown'}-${direction}-${Math.floor(at)}.svg`;

export function readPicture(name: string): Scene | null {
  const match = /^([0-9a-f]{2,60})-([a-z]{1,20})-(in|out)-(\d{1,14})\.svg$/.exec(name.replace(PREFIX, ''));
  if (!match) return null;
  const plate = match[1] === '00' ? '' : Buffer.from(match[1]!, 'hex').toString('utf8');
  return { plate: plate.slice(0, 12), colour: match[2]!, direction: match[3] as 'in' | 'out', at: Number(match[4]) };
}

const plates: Readonly<Record<string, readonly [string, string]>> = {
  blue: ['#1f4fb8', '#ffffff'],
  yellow: ['#e8b81e', '#101010'],
  green: ['#5bc47c', '#101010'],
  yellowgreen: ['#b9cf3a', '#101010'],
  white: ['#f4f4f4', '#101010'],
  black: ['#15171b', '#ffffff'],
};
const bodies = ['#c9ced6', '#2b2f36', '#8f1d22', '#e9e9e6', '#1d3557', '#5c6670', '#b08d57', '#3c4f3d'];
const escaped = (text: string): string => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The car from the front (in) or behind (out), by day or by night, with its plate and the camera's time line. */
export function drawPicture({ plate, colour, direction, at }: Scene): string {
  const seed = [...plate].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, 7);
  const hour = (Math.floor(at / 3_600_000) + 8) % 24;
  const night = hour < 6 || hour >= 19;
  const body = bodies[seed % bodies.length]!;
  const [background, ink] = plates[colour.replace('-', '')] ?? plates.blue!;
  const lamp = direction === 'in' ? (night ? '#fff6cf' : '#f3f3ee') : '#d6202a';
  const time = new Date(at + 8 * 3_600_000).toISOString().replace('T', ' ').slice(0, 19);
  const glass = night ? '#0f1620' : '#33475b';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="640" height="360" role="img" aria-label="${escaped(plate)}">
<rect width="640" height="360" fill="${night ? '#11161d' : '#9fb1bd'}"/><path d="M0 230h640v130H0z" fill="${night ? '#1c2128' : '#6f757b'}"/>
<path d="M60 360 250 230h140l190 130z" fill="${night ? '#242a32' : '#7d8389'}"/><path d="M0 196h640" stroke="#e3a81c" stroke-width="10" stroke-dasharray="60 40" opacity="0.7"/>
<g><path d="M190 150q10-62 60-66h140q50 4 60 66l30 30v88q0 12-12 12H172q-12 0-12-12v-88z" fill="${body}"/><path d="M216 150q8-46 40-50h128q32 4 40 50z" fill="${glass}"/>
<rect x="172" y="262" width="56" height="34" rx="8" fill="#101215"/><rect x="412" y="262" width="56" height="34" rx="8" fill="#101215"/>
<ellipse cx="196" cy="196" rx="24" ry="14" fill="${lamp}"/><ellipse cx="444" cy="196" rx="24" ry="14" fill="${lamp}"/>
${night && direction === 'in' ? '<path d="M196 196 20 340h240zM444 196 380 340h240z" fill="#fff6cf" opacity="0.10"/>' : ''}
<rect x="250" y="222" width="140" height="40" rx="4" fill="${background}" stroke="${ink}" stroke-width="2"/><text x="320" y="250" font-family="sans-serif" font-size="24" font-weight="700" text-anchor="middle" fill="${ink}">${escaped(plate ? `${plate.slice(0, 2)}·${plate.slice(2)}` : '')}</text></g>
<rect width="640" height="30" fill="#000" opacity="0.55"/><text x="12" y="21" font-family="monospace" font-size="15" fill="#fff">${time}  ${direction === 'in' ? 'IN' : 'OUT'}  VIRTUAL CAMERA</text></svg>`;
}
