import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { screens } from './screens.ts';
import { TariffPage } from './tariff-page.tsx';

const titleOf = (route: string) => screens.find((screen) => screen.route === route)!.title;
const none = text('还没有车场，请先在基础资料中登记', 'No car park yet. Add one under Setup first.');
const noCurb = text('还没有路内车场，请先在基础资料中登记', 'No roadside car park yet. Add one under Setup first.');
const curb = { field: 'parkType', value: 'curb' } as const;

export const SimpleTariffs = (): ReactNode => (
  <TariffPage title={titleOf('/car/parksimplefeerule')} mode="simple" none={none} />
);

export const ComplexTariffs = (): ReactNode => (
  <TariffPage title={titleOf('/car/parkfeerule')} mode="complex" none={none} />
);

/** The tariffs of lots at the roadside. */
export const RoadTariffs = (): ReactNode => (
  <TariffPage title={titleOf('/road/rdsimplefeerule')} mode="simple" only={curb} none={noCurb} />
);
