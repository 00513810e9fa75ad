/** The installation's own companies, communities and car parks, as far as they guide to free spaces. */
import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { useMay } from '#kit/console/me.ts';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { park } from '#areas/lot/model/park.ts';
import { village } from '#areas/lot/model/village.ts';
import { company } from '#areas/org/model/company.ts';
import { building } from '../model/building.ts';
import { parkingSpace } from '../model/space.ts';

const words = {
  companies: text('引导单位', 'Guided companies'),
  villages: text('引导小区', 'Guided communities'),
  parks: text('引导车场', 'Guided car parks'),
  floors: text('楼层', 'Floors'),
  spaces: text('车位', 'Spaces'),
};

const companies: Resource = {
  ...company,
  many: words.companies,
  page: 'list',
  list: ['companyName', 'companyType', 'linkman', 'contactNumber', 'enabled'],
};
const villages: Resource = { ...village, many: words.villages };
const parks: Resource = {
  ...park,
  many: words.parks,
  list: ['parkName', 'companyId', 'villageId', 'parkType', 'totalStall', 'remainStall', 'address', 'status'],
};
const guiding = { runs: 'guided' };
const guided = { guided: 'yes' };

/** The way from a row to what stands in it. */
function useWays(): (to: { readonly key: 'floors' | 'spaces'; readonly of: Resource; readonly by: string }[]) => (
  row: AnyRow,
) => {
  key: string;
  label: string;
  onPick: () => void;
}[] {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  return (ways) => (row) =>
    ways
      .filter(({ of }) => may(`${of.name}:read`))
      .map(({ key, of, by }) => ({ key, label: t(words[key]), onPick: () => go(`${of.route}?${by}=${row.id}`) }));
}

export function Companies(): ReactNode {
  const { t } = useWords();
  const may = useMay();
  const { go } = usePlace();
  const toParks = (row: AnyRow) =>
    may(`${park.name}:read`)
      ? [{ key: 'parks', label: t(words.parks), onPick: () => go(`/navigation/park?companyId=${row.id}`) }]
      : [];
  return <ListPage of={companies} fixed={guiding} rowActions={toParks} />;
}

export const Villages = (): ReactNode => <ListPage of={villages} fixed={guided} />;

export function Parks(): ReactNode {
  const ways = useWays();
  return (
    <ListPage
      of={parks}
      fixed={guided}
      rowActions={ways([
        { key: 'floors', of: building, by: 'parkId' },
        { key: 'spaces', of: parkingSpace, by: 'parkId' },
      ])}
    />
  );
}
