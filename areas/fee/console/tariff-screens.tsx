import type { ReactNode } from 'react';
import { screens } from './screens.ts';
import { TariffPage } from './tariff-page.tsx';

const titleOf = (route: string) => screens.find((screen) => screen.route === route)!.title;
const curb = { field: 'parkType', value: 'curb' } as const;

export const SimpleTariffs = (): ReactNode => <TariffPage title={titleOf('/car/parksimplefeerule')} mode="simple" />;

export const ComplexTariffs = (): ReactNode => <TariffPage title={titleOf('/car/parkfeerule')} mode="complex" />;

/** The tariffs of lots at the roadside. */
export const RoadTariffs = (): ReactNode => <TariffPage title={titleOf('/road/rdsimplefeerule')} mode="simple" only={curb} />;
