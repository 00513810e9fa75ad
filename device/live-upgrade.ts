import type { IncomingMessage } from 'node:http';

const WS_PATH = '/mqtt';

/** Whether this is a console that subscribes to live topics; every other upgrade request is ignored. */
export const isLiveUpgrade = ({ url, headers }: IncomingMessage): boolean =>
  url?.split('?')[0] === WS_PATH && headers.upgrade?.toLowerCase() === 'websocket';
