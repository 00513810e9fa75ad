import type { ReactNode } from 'react';
import { outline } from '#domain/fee/outline.ts';
import type { FeeRule } from '#domain/fee/types.ts';
import { text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import { useTariffPlace } from './tariff-place.ts';

const words = {
  title: text('规则说明', 'In words'),
  none: text('改正错误后显示', 'Shown once the errors are fixed'),
};

/** All that a rule says, in words, beside where it is written; nothing while it is none. */
export function OutlineView({ rule }: { rule: FeeRule | undefined }): ReactNode {
  const { t } = useWords();
  const { areaNames } = useTariffPlace();
  return (
    <section className="fr-outline" aria-label={t(words.title)} data-outline>
      <h2>{t(words.title)}</h2>
      {rule ? (
        <dl>
          {outline(rule, areaNames).map(({ title, lines }, nth) => (
            <div key={nth}>
              <dt>{t(title)}</dt>
              {lines.map((line, at) => (
                <dd key={at}>{t(line)}</dd>
              ))}
            </div>
          ))}
        </dl>
      ) : (
        <p className="gh-dim">{t(words.none)}</p>
      )}
    </section>
  );
}
