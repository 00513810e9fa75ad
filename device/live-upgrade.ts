import type { IncomingMessage } from 'node:http';

const WS_PATH = '/mqtt';

/** Whether this is a console that wants to hear live topics; every other request to become something else is not followed. */
export const isLiveUpgrade = ({ url, headers }: IncomingMessage): boolean =>
  url?.split('?')[0] === WS_PATH && headers.upgrade?.toLowerCase() === 'websocket';
