/** Which kinds of device do a command, the best of a lane's first. A new firmware is for the kind it was made for. */
export const doers = {
  open: ['gate', 'camera'],
  close: ['gate', 'camera'],
  show: ['screen', 'camera'],
  program: ['screen', 'camera'],
  speak: ['screen', 'camera'],
  ask: ['box'],
  light: ['screen', 'camera'],
  syncTime: ['camera', 'gate'],
  whiteList: ['camera'],
  lock: ['lock'],
  guide: ['guide'],
  people: ['door'],
  unlock: ['door'],
  doorMode: ['door'],
  doorConfig: ['door'],
  count: ['guidance'],
} as const;
