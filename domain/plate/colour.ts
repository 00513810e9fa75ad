import type { PlateKind } from './plate.ts';
import type { Words } from './words.ts';

/** Colours of plates, as cameras report them and payment channels ask for them. */
export const PLATE_COLOURS = {
  blue: { zh: '蓝', en: 'Blue' },
  yellow: { zh: '黄', en: 'Yellow' },
  green: { zh: '绿', en: 'Green' },
  'yellow-green': { zh: '黄绿', en: 'Yellow-green' },
  white: { zh: '白', en: 'White' },
  black: { zh: '黑', en: 'Black' },
  unknown: { zh: '未知', en: 'Unknown' },
} as const satisfies Record<string, Words>;

export type PlateColour = keyof typeof PLATE_COLOURS;

const COLOUR_OF_KIND: Readonly<Partial<Record<PlateKind, PlateColour>>> = {
  nev_small: 'green',
  nev_large: 'yellow-green',
  police: 'white',
  military: 'white',
  armed_police: 'white',
  emergency: 'white',
  learner: 'yellow',
  trailer: 'yellow',
  hk_macau: 'black',
  embassy: 'black',
  consulate: 'black',
  aviation: 'green',
};

/** Colour that a kind of plate always has; 'unknown' for civil plates, whose text does not show it. */
export function colourOfKind(kind: PlateKind): PlateColour {
  return COLOUR_OF_KIND[kind] ?? 'unknown';
}

/**
 * Reads a colour from its code or its Chinese or English word ('blue', '蓝', '蓝色', 'Blue'); 'unknown' for anything else.
 */
export function readColour(text: string): PlateColour {
  const word = text.normalize('NFKC').trim().toLowerCase().replace(/色$/, '');
  const found = (Object.keys(PLATE_COLOURS) as PlateColour[]).find(
    (colour) => colour === word || PLATE_COLOURS[colour].zh === word,
  );
  return found ?? 'unknown';
}
