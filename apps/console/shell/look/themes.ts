import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { contrast, isColour, mix, readable } from './colour.ts';
import type { Colour } from './colour.ts';

/** Values of variables of tokens.css, by their names without `--gh-`. */
export type Tokens = Readonly<Record<string, string>>;

/**
 * `tokens` is what differs from tokens.css, which is the white theme; `brand` stands unless the person picked a colour.
 */
export type Theme = { name: string; title: Text; dark?: boolean; brand?: Colour; tokens: Tokens };

export const defaultColour: Colour = '#409EFF';

const night: Tokens = {
  text: '#e3e9f0',
  'text-2': '#b9c4d0',
  'text-3': '#9aa7b6',
  line: '#2c3846',
  'line-strong': '#4a5a6d',
  ground: '#0f141a',
  surface: '#171e27',
  raised: '#1c2530',
  hover: '#202b38',
  ok: '#5fd08a',
  'ok-soft': '#14301f',
  warn: '#e8b44c',
  'warn-soft': '#362a10',
  bad: '#ff8f8f',
  'bad-soft': '#3d1a1d',
  'on-bad': '#1b0a0b',
  info: '#79b8ff',
  'info-soft': '#14283f',
  muted: '#b3bfcc',
  'muted-soft': '#26313d',
  side: '#0b1016',
  'side-text': '#b9c4d0',
  'side-active': '#173a63',
  top: '#171e27',
  'top-text': '#b9c4d0',
  'top-hover': '#202b38',
  shine: '#33414f',
  lift: '0 6px 24px rgb(0 0 0 / 60%)',
  plate: '#9cc6ff',
  'plate-line': '#3f74c0',
  'plate-soft': '#14283f',
  green: '#7fdc9f',
  'green-line': '#2f8f55',
  'green-soft': '#14301f',
  'series-1': '#37a3ff',
  'series-2': '#e98b18',
  'series-3': '#078d73',
  'series-4': '#f555be',
  'series-5': '#b1cdff',
  'series-6': '#f0cf4d',
  'series-7': '#f3f2cf',
  scheme: 'dark',
};

/** A bar of one colour on top: its words are white. */
const coloured = (top: Colour, image = 'none'): Tokens => ({
  top,
  'top-image': image,
  'top-text': '#ffffff',
  'top-on': '#ffffff',
  'top-hover': 'rgb(255 255 255 / 16%)',
});

/** A light menu beside a light page. */
const lightSide: Tokens = {
  side: '#ffffff',
  'side-text': '#3f4a59',
  'side-deep': '#f6f8fa',
  'side-hover': '#eef3f9',
  'side-logo': '#1f2937',
};

export const themes: readonly Theme[] = [
  { name: 'white', title: text('白色', 'White'), tokens: {} },
  {
    name: 'default',
    title: text('默认灰', 'Default grey'),
    tokens: {
      ground: '#e9ecf0',
      raised: '#f1f3f6',
      line: '#d9dee5',
      side: '#3a4350',
      'side-text': '#dde3ea',
      'side-active': '#56657a',
      top: '#f1f3f6',
      'text-3': '#5b6675',
      'muted-soft': '#e4e8ed',
    },
  },
  { name: 'dark', title: text('暗黑', 'Dark'), dark: true, tokens: night },
  { name: 'hey', title: text('清爽', 'Hey'), tokens: { ...lightSide, line: '#e8ebf0', ground: '#f7f8fa' } },
  {
    name: 'star',
    title: text('星空', 'Star'),
    brand: '#5b8def',
    tokens: {
      ...coloured('#141c3f', 'linear-gradient(90deg, #141c3f, #2a2057)'),
      side: '#10173a',
      'side-text': '#c9d2f2',
      'side-active': '#34448f',
      'side-image':
        'radial-gradient(1px 1px at 30px 80px, #fff9, #fff0), radial-gradient(1px 1px at 120px 210px, #fff9, #fff0), radial-gradient(1.5px 1.5px at 180px 40px, #fffc, #fff0), radial-gradient(1px 1px at 70px 330px, #fff9, #fff0), linear-gradient(#10173a, #221a4d)',
    },
  },
  {
    name: 'vip',
    title: text('黑金', 'VIP'),
    brand: '#b08a3e',
    tokens: {
      ...coloured('#23211d'),
      'top-text': '#ecd9ae',
      'top-on': '#ffe9b8',
      side: '#1b1916',
      'side-text': '#d8c9a5',
      'side-on': '#ffe9b8',
      'side-active': '#4a3d20',
      ground: '#f6f4ef',
      raised: '#faf8f3',
    },
  },
  {
    name: 'bule',
    title: text('蓝色', 'Blue'),
    brand: '#1f6fd6',
    tokens: {
      ...coloured('#1a5fbf'),
      side: '#0d3f86',
      'side-text': '#d5e4f8',
      'side-active': '#0a2f66',
      ground: '#eef4fb',
      'text-3': '#5d6a7c',
    },
  },
  {
    name: 'cool',
    title: text('炫彩', 'Cool'),
    brand: '#7048c9',
    tokens: {
      ...coloured('#5a3ea6', 'linear-gradient(90deg, #5a3ea6, #8a2f7c)'),
      side: '#2b2250',
      'side-text': '#d9d2f0',
      'side-active': '#5a3ea6',
      'side-image': 'linear-gradient(#2b2250, #3d1f47)',
    },
  },
  {
    name: 'd2',
    title: text('浅灰蓝', 'D2'),
    brand: '#2f74ff',
    tokens: {
      ...lightSide,
      side: '#e6ecf5',
      'side-deep': '#dde5f0',
      'side-hover': '#d8e2ef',
      ground: '#e6ecf5',
      top: '#e6ecf5',
      raised: '#f0f4fa',
      line: '#d3dce9',
      'text-3': '#586474',
      'muted-soft': '#e3e9f2',
    },
  },
  {
    name: 'renren',
    title: text('青绿', 'Renren'),
    brand: '#17b3a3',
    tokens: { ...coloured('#0b766b'), side: '#263238', 'side-text': '#cfd8dc', 'side-active': '#0b5c54' },
  },
];

export const themeOf = (name: string | undefined): Theme => themes.find((theme) => theme.name === name) ?? themes[0]!;

export const densities = { comfortable: text('舒适', 'Comfortable'), compact: text('紧凑', 'Compact') };
export type Density = keyof typeof densities;

/** What a person chose for himself on this machine. */
export type Look = { theme: string; colour: Colour; density: Density };
export const firstLook: Look = { theme: 'white', colour: defaultColour, density: 'comfortable' };

const least = 4.5;
/** A margin for the greyer backgrounds beside the plain surface. */
const leastOnSurface = 5.5;

/** The family of one colour: dark enough to be read on a light surface, light enough on a dark one. */
function family(brand: Colour, dark: boolean, surface: Colour): Record<string, string> {
  const towards = dark ? '#ffffff' : '#000000';
  const soft = mix(brand, surface, dark ? 0.16 : 0.09);
  const primary = readable(readable(brand, [surface], leastOnSurface, towards), [soft], least, towards);
  return {
    brand: brand.toLowerCase(),
    primary,
    'primary-hover': mix(towards, primary, 0.16),
    'primary-soft': soft,
    'on-primary': contrast(primary, '#ffffff') >= least ? '#ffffff' : '#0b1220',
  };
}

/** Every variable that a look sets besides tokens.css. The white theme in its own colour sets none. */
export function tokensOf(look: Look): Record<string, string> {
  const theme = themeOf(look.theme);
  const picked =
    isColour(look.colour) && look.colour.toLowerCase() !== defaultColour.toLowerCase() ? look.colour : undefined;
  const brand = picked ?? theme.brand ?? (theme.dark ? defaultColour : undefined);
  const own = brand ? family(brand, theme.dark === true, theme.tokens['surface'] ?? '#ffffff') : undefined;
  const light = theme.tokens['side-logo'] !== undefined;
  return {
    ...own,
    ...theme.tokens,
    ...(light
      ? {
          'side-on': own?.['primary'] ?? 'var(--gh-primary)',
          'side-active': own?.['primary-soft'] ?? 'var(--gh-primary-soft)',
        }
      : {}),
    ...(look.density === 'compact' ? { control: '28px', row: '32px' } : {}),
  };
}
