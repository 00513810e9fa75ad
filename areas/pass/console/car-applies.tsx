import type { ReactNode } from 'react';
import type { Resource } from '#kit/declare/resource.ts';
import { text } from '#kit/declare/text.ts';
import { ChoiceTabs } from '#kit/console/choice-tabs.tsx';
import type { AnyRow } from '#kit/console/fields.ts';
import { ListPage } from '#kit/console/list-page.tsx';
import { usePlace } from '#kit/console/place.ts';
import { useWords } from '#kit/console/words.ts';
import { carApply } from '../model/car-apply.ts';

const { actions } = carApply.lifecycle!;

/** The same applications from one of the two sides: with its own buttons. */
const side = (names: readonly string[], more: Partial<Resource> = {}): Resource => ({
  ...carApply,
  ...more,
  lifecycle: {
    ...carApply.lifecycle!,
    actions: Object.fromEntries(Object.entries(actions).filter(([name]) => names.includes(name))),
  },
});

const sides = {
  applicant: side(['reapply', 'cancel']),
  reviewer: side(['pass', 'refuse'], {
    many: text('车辆申请审核', 'Pass application review'),
    help: text(
      '等待审核的申请：通过即发放月租车，拒绝须写明原因，申请人可修改后重新提交。',
      'Applications awaiting review. Approval issues the pass; a rejection needs a reason and the applicant can edit and resubmit.',
    ),
    verbs: ['list', 'detail', 'export'],
  }),
};

function Granted({ row }: { row: AnyRow }): ReactNode {
  const { t } = useWords();
  const { go } = usePlace();
  if (row['passId'] === null || row['passId'] === undefined) return null;
  const plate = String(row['plateNumber']);
  return (
    <p>
      <button
        type="button"
        className="gh-link"
        onClick={() => go(`/car/carMonthNew?plateNumber=${encodeURIComponent(plate)}`)}
      >
        {t(text('查看月租车', 'View pass'))}
      </button>
    </p>
  );
}

const granted = (row: AnyRow): ReactNode => <Granted row={row} />;

/** Applications for passes, as those see them who enter them or as those who decide. */
export function CarApplies({ as }: { as: keyof typeof sides }): ReactNode {
  const of = sides[as];
  return (
    <ListPage of={of} detail={granted}>
      <ChoiceTabs of={of} name="status" />
    </ListPage>
  );
}
