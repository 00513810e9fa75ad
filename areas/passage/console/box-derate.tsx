import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { formatFen } from '#domain/money/fen.ts';
import { text } from '#kit/declare/text.ts';
import type { Text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import { useWords } from '#kit/console/words.ts';
import { derateTypes } from '#areas/derate/model/words.ts';
import type { BoxDerate } from '#areas/derate/model/words.ts';
import { boxDerate, boxDerates, boxWithdraw } from '../model/box-calls.ts';
import { SubmitDialog, first, where } from './box-dialogs.tsx';
import type { Car } from './box-board.ts';
import type { CarProps } from './box-dialogs.tsx';
import { useSubmission } from './submission.tsx';

const words = {
  title: text('发放优惠', 'Give a discount'),
  give: text('发放', 'Give'),
  none: text(
    '没有可在岗亭发放的优惠；请在优惠规则中勾选“岗亭可发放”，并由商家选用',
    'No discounts available at this booth. Tick “Available at the booth” in a discount rule and assign the rule to a shop.',
  ),
  withdraw: text('撤销', 'Withdraw'),
  withdrawn: text('已撤销，应缴 {yuan} 元', 'Withdrawn. CNY {yuan} due.'),
  due: text('应缴', 'Due'),
  given: text('已发放，应缴 {yuan} 元', 'Discount given. CNY {yuan} due.'),
  free: text('已发放，无需缴费', 'Discount given. Nothing due.'),
};

/** The size of a discount, by its kind. */
function sizeOf({ derateType, derateValue }: BoxDerate): Text {
  const yuan = formatFen(derateValue);
  switch (derateType) {
    case 'time':
      return text(`${derateValue} 分钟`, `${derateValue} minutes`);
    case 'amount':
      return text(`${yuan} 元`, `CNY ${yuan}`);
    case 'flat':
      return text(`${yuan} 元`, `CNY ${yuan}`);
    case 'percent':
      return text(`${derateValue}%`, `${derateValue}%`);
    case 'full':
      return text('', '');
  }
}

/** A line of the bill that a box put there. */
type Given = { readonly ref: string; readonly amountFen: number; readonly label: Text };
type Choice = { readonly give: BoxDerate } | { readonly back: Given };

const givenOn = ({ quote }: Car): Given[] =>
  (quote?.lines ?? []).flatMap(({ ref, amountFen, clause, text: plain }) =>
    ref !== undefined && quote!.withdrawable.includes(ref)
      ? [
          {
            ref,
            amountFen,
            label: typeof clause === 'object' ? clause : text(clause ?? plain ?? '', clause ?? plain ?? ''),
          },
        ]
      : [],
  );

function ChoiceWords({ choice }: { choice: Choice }): ReactNode {
  const { t } = useWords();
  if ('back' in choice)
    return (
      <>
        <b>{t(words.withdraw)}</b> {t(choice.back.label)}
        <span className="gh-dim">{formatFen(choice.back.amountFen)}</span>
      </>
    );
  const { give } = choice;
  return (
    <>
      <b>{give.sellerName}</b> {give.derateName}
      <span className="gh-dim">
        {t(derateTypes[give.derateType])} {t(sizeOf(give))}
      </span>
    </>
  );
}

type ChoicesProps = { choices: readonly Choice[]; chosen: number; onChoose: (nth: number) => void };

function Choices({ choices, chosen, onChoose }: ChoicesProps): ReactNode {
  const { t } = useWords();
  const id = useId();
  return (
    <fieldset className="bx-reasons" aria-label={t(words.title)}>
      {choices.map((each, at) => (
        <label key={'back' in each ? each.back.ref : `${each.give.sellerId} ${each.give.derateId}`}>
          <input
            ref={(element) => {
              if (at === 0 && element) {
                first(element);
                if (!element.form?.contains(document.activeElement)) element.focus();
              }
            }}
            type="radio"
            name={id}
            checked={at === chosen}
            onChange={() => onChoose(at)}
          />
          <ChoiceWords choice={each} />
        </label>
      ))}
    </fieldset>
  );
}

/**
 * Issues a shop's discount to the car that waits to pay, or revokes one given by mistake: chosen with the arrow keys,
 * with the bill recalculated at once.
 */
export function DerateDialog({ lane, car, boxId, onClose, onDone }: CarProps & { boxId: string }): ReactNode {
  const { t } = useWords();
  const submission = useSubmission({ onClose, onDone });
  const { data: found } = useQuery<BoxDerate[]>({
    queryKey: [boxDerates.name, boxId],
    queryFn: ({ signal }) => ask<BoxDerate[]>(boxDerates, { boxId }, { signal, quiet: true }),
    staleTime: 0,
  });
  const [nth, setNth] = useState(0);
  const choices: Choice[] = [...(found ?? []).map((give) => ({ give })), ...givenOn(car).map((back) => ({ back }))];
  const chosen = choices[nth];
  const here = { gateId: lane.gateId, passing: car.passing };
  const go = () =>
    void submission.run(async (key) => {
      if (chosen && 'back' in chosen) {
        const { dueFen } = await ask<{ dueFen: number }>(
          boxWithdraw,
          { ...here, recordId: chosen.back.ref },
          { key, quiet: true },
        );
        return t(words.withdrawn).replace('{yuan}', formatFen(dueFen));
      }
      const { dueFen } = await ask<{ dueFen: number }>(
        boxDerate,
        { ...here, sellerId: chosen!.give.sellerId, derateId: chosen!.give.derateId },
        { key, quiet: true },
      );
      return dueFen > 0 ? t(words.given).replace('{yuan}', formatFen(dueFen)) : t(words.free);
    });
  return (
    <SubmitDialog
      title={`${t(words.title)} · ${where(lane, car)}`}
      submission={submission}
      ok={t(chosen && 'back' in chosen ? words.withdraw : words.give)}
      ready={chosen !== undefined}
      onOk={go}
      onClose={onClose}
    >
      <p className="due">
        <span>{t(words.due)}</span>
        <output>{formatFen(car.quote?.dueFen ?? 0)}</output>
      </p>
      {found === undefined ? (
        <span className="gh-spin" />
      ) : choices.length === 0 ? (
        <p className="gh-dim">{t(words.none)}</p>
      ) : (
        <Choices choices={choices} chosen={nth} onChoose={setNth} />
      )}
    </SubmitDialog>
  );
}
