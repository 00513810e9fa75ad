/** Whoever puts devices in and keeps them running. */
import { text } from '#kit/declare/text.ts';
import type { BuiltInRole } from '../built-in-roles.ts';
import { builtInRoleNames } from '../role-names.ts';
import { installDoors } from './door.ts';
import { guidanceOfInstaller } from './guidance.ts';

export const deviceInstaller = {
  name: builtInRoleNames.deviceInstaller,
  note: text('登记、调试与升级设备', 'Registers, tests and upgrades devices'),
  rights: {
    ...installDoors,
    ...guidanceOfInstaller,
    // Devices
    bindSn: 'read export add edit remove',
    deviceCommand: 'read export',
    deviceIncident: 'read export',
    firmware: 'read',
    ledConfig: 'read export add edit remove',
    manufacturer: 'read',
    parkDevice:
      'read export import add edit remove ledLight open parkCommand resetSecret speak sysTime upgradMqtt voice whiteList',
    // Lots
    curbPark: 'read',
    park: 'read',
    parkArea: 'read',
    parkBox: 'read add edit',
    parkGate: 'read add edit',
    parkParameter: 'read',
    parkService: 'read',
    village: 'read',
    // Vehicles
    carType: 'read',
    // Companies
    company: 'read',
    // Roadside
    berthSection: 'read',
    lockDevice: 'read export add edit remove operate',
    rdBerth: 'read anySection',
    rdBindled: 'read export add edit remove',
    rdLed: 'read export add edit remove',
    rdSensor: 'read export add edit remove',
    lorawanNetwork: 'read export add edit key',
    sensorBinding: 'read export',
    // Handhelds and notices
    pdadevice: 'read add edit issueCode block lose restore',
    pdaplatform: 'read',
    notice: 'read',
    settlementDoubt: 'read export',
  },
} as const satisfies BuiltInRole;
