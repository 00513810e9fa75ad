import type { ReactNode } from 'react';

/** Line icons drawn on a 24-unit grid. The menu names them; an unknown name is drawn as `dot`. */
const paths: Readonly<Record<string, string>> = {
  home: 'M3 11 12 4l9 7M5 10v10h5v-6h4v6h5V10',
  car: 'M3 13l2-6h14l2 6v5h-3v2h-2v-2H8v2H6v-2H3zM6 15h.01M18 15h.01M4 12h16',
  park: 'M4 3h16v18H4zM9 17V7h4a3 3 0 0 1 0 6H9',
  gate: 'M4 21V9h4v12M8 12l13-5M2 21h8',
  box: 'M5 21V8l7-5 7 5v13M9 21v-6h6v6M9 11h6',
  device: 'M3 7h13v7H3zM16 9l5-3v9l-5-3M8 14v6M5 20h6',
  fee: 'M12 3v18M7 7l5 6 5-6M7 13h10M7 17h10',
  order: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  chart: 'M4 20V4M4 20h17M8 16v-5M12 16V7M16 16v-8M20 16v-3',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21a8 8 0 0 1 16 0',
  role: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21a7 7 0 0 1 12-5M16 19l2 2 4-5',
  menu: 'M4 6h16M4 12h16M4 18h16',
  company: 'M4 21V4h10v17M14 9h6v12M2 21h20M7 8h4M7 12h4M7 16h4M17 13h.01M17 17h.01',
  village: 'M3 21V11l5-4 5 4v10M13 21V7l4-3 4 3v14M7 15h2M16 11h2M16 15h2',
  settings:
    'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 2v4M12 18v4M4.9 4.9l2.9 2.9M16.2 16.2l2.9 2.9M2 12h4M18 12h4M4.9 19.1l2.9-2.9M16.2 7.8l2.9-2.9',
  bell: 'M6 16V11a6 6 0 0 1 12 0v5l2 2H4zM10 21h4',
  log: 'M5 3h14v18H5zM9 8h6M9 12h6M9 16h3',
  ticket: 'M3 7h18v3a2 2 0 0 0 0 4v3H3v-3a2 2 0 0 0 0-4zM14 7v10',
  wrench: 'M20 7a5 5 0 0 1-7 5L6 20a2 2 0 0 1-3-3l8-7a5 5 0 0 1 6-6l-3 3 2 3z',
  road: 'M8 3 4 21M16 3l4 18M12 4v3M12 11v3M12 18v3',
  door: 'M6 21V3h12v18M3 21h18M14 12h.01',
  shield: 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  message: 'M4 5h16v11H9l-5 4zM8 9h8M8 12h5',
  fund: 'M4 7h16v12H4zM4 7l3-3h10l3 3M15 13h2',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 3',
  list: 'M8 6h13M8 12h13M8 18h13M3 6h.01M3 12h.01M3 18h.01',
  live: 'M12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM7 17a7 7 0 0 1 0-10M17 7a7 7 0 0 1 0 10M4 20a11 11 0 0 1 0-16M20 4a11 11 0 0 1 0 16',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5',
  refresh: 'M20 11a8 8 0 1 0-2 6M20 4v7h-7',
  columns: 'M4 5h16v14H4zM10 5v14M15 5v14',
  bookmark: 'M6 3h12v18l-6-4-6 4z',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  upload: 'M12 16V5M7 9l5-5 5 5M4 20h16',
  close: 'M6 6l12 12M18 6 6 18',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  right: 'M9 6l6 6-6 6',
  left: 'M15 6l-6 6 6 6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  check: 'M5 13l4 4L19 7',
  alert: 'M12 3 2 20h20zM12 10v4M12 17h.01',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.6a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 17h.01',
  keyboard: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  print: 'M7 9V3h10v6M7 18H4v-9h16v9h-3M7 14h10v7H7z',
  exit: 'M14 4h6v16h-6M4 12h11M11 8l4 4-4 4',
  key: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11h9v4M17 11v3',
  globe: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18',
  swap: 'M4 8h14l-4-4M20 16H6l4 4',
  collapse: 'M4 5h16M10 12h10M4 19h16M7 9l-3 3 3 3',
  lock: 'M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3M12 15v2',
  palette:
    'M12 3a9 9 0 0 0 0 18c2 0 2-1 2-2s-1-2 1-3h3a3 3 0 0 0 3-3c0-6-4-10-9-10zM7.5 11h.01M10 7.5h.01M14.5 7.5h.01M17 11h.01',
  shirt: 'M8 3 3 6l2 5 2-1v11h10V10l2 1 2-5-5-3a4 4 0 0 1-8 0z',
  expand: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  shrink: 'M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5l1 3h4l1-3h5',
  dot: 'M12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2z',
};

/** Other names that menus use for the same pictures. */
const alias: Readonly<Record<string, string>> = {
  wallet: 'fund',
  idcard: 'ticket',
  bar: 'chart',
  'bar-chart': 'chart',
  apartment: 'company',
  bank: 'company',
  camera: 'device',
  team: 'role',
  setting: 'settings',
  safety: 'shield',
  notification: 'bell',
  tool: 'wrench',
  file: 'log',
  dashboard: 'home',
  shop: 'village',
};

export function Icon({ name, size = 16 }: { name: string; size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name] ?? paths[alias[name] ?? 'dot']!} />
    </svg>
  );
}
