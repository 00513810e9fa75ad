import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { curbPark } from '#areas/lot/model/curb-park.ts';
import { company } from '#areas/org/model/company.ts';
import { useFigureSlots } from './figure-slots.tsx';
import { figureFields } from '../model/figures.ts';

const words = {
  title: text('路内单位管理', 'Roadside companies'),
  parks: text('路内车场', 'Car parks'),
};

/** Companies as a list, with the sums of their own roadside car parks. */
const companies: Resource = {
  ...company,
  many: words.title,
  page: 'list',
  fields: { ...company.fields, ...figureFields },
  list: ['companyName', 'companyType', ...Object.keys(figureFields), 'linkman', 'contactNumber', 'enabled'],
};
const fixed = { runs: 'curb' };

export default function RoadCompanies(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const slots = useFigureSlots('companyId');
  const toParks = (row: AnyRow) =>
    may(`${curbPark.name}:read`)
      ? [{ key: 'parks', label: t(words.parks), onPick: () => go(`/road/park?companyId=${row.id}`) }]
      : [];
  return <ListPage of={companies} slots={slots} fixed={fixed} rowActions={toParks} />;
}
