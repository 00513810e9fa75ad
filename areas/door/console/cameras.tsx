import type { ReactNode } from 'react';
import { thermalCamera } from '../model/thermal-camera.ts';
import { DevicesOf } from './devices.tsx';

/** Thermal cameras, whose secret is shown once as that of other devices. */
export default function ThermalCameras(): ReactNode {
  return <DevicesOf of={thermalCamera} />;
}
