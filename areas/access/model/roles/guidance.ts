/** What whoever runs a garage may do with its guidance: the same for a group, a company and a lot. */
export const guidanceRights = {
  building: 'read export add edit remove',
  devDeviceType: 'read',
  devGateway: 'read export add edit remove',
  devDevice: 'read export add edit remove',
  wireDevice: 'read export add edit remove upgrade',
  devGroup: 'read export add edit remove bind adjust',
  wireGroupSet: 'read export add edit remove',
  groupAdjust: 'read export',
  groupPassage: 'read export',
  boardArrival: 'read export',
  boardPromise: 'read',
  reserveChange: 'read export',
  parkingSpace: 'read export unmask import add edit remove close',
  devCommunication: 'read export add edit remove',
  noWireDeviceInfo: 'read export upgrade',
  ventilating: 'read export add edit remove command',
  airReading: 'read export',
  airSpell: 'read export',
} as const;

/** An installer sets everything up; what others run is not his to remove. */
export const guidanceOfInstaller = {
  building: 'read export add edit',
  devDeviceType: 'read',
  devGateway: 'read export add edit remove',
  devDevice: 'read export add edit remove',
  wireDevice: 'read export add edit remove upgrade',
  devGroup: 'read export add edit bind adjust',
  wireGroupSet: 'read export add edit',
  groupAdjust: 'read',
  groupPassage: 'read',
  boardArrival: 'read',
  boardPromise: 'read',
  reserveChange: 'read',
  parkingSpace: 'read add edit close',
  devCommunication: 'read export add edit remove',
  noWireDeviceInfo: 'read export upgrade',
  ventilating: 'read export add edit command',
  airReading: 'read',
  airSpell: 'read',
} as const;

/** Whoever is on the spot mends a count and closes a space. */
export const guidanceOfGuard = {
  building: 'read',
  devDeviceType: 'read',
  devDevice: 'read',
  devGateway: 'read',
  devGroup: 'read adjust',
  groupAdjust: 'read',
  groupPassage: 'read',
  parkingSpace: 'read close',
  ventilating: 'read command',
  airReading: 'read',
  airSpell: 'read',
} as const;
