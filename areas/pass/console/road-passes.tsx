import type { ReactNode } from 'react';
import Passes from './passes.tsx';

const atTheKerb = { 'parkId.parkType': 'curb' } as const;

/** Passes of roadside car parks alone. */
export default function RoadPasses(): ReactNode {
  return <Passes fixed={atTheKerb} />;
}
