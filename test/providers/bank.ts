/**
 * A bank that takes batch payments as a file and answers with one: it reads what it is given, pays a number once, and
 * answers in its own words.
 */
import assert from 'node:assert/strict';

const HEADINGS = '收款户名,收款账号,开户行,联行号,金额,附言';

export type Payment = { account: string; name: string; amount: string; number: string };
type Word = '成功' | '失败' | '处理中' | '退票';

export class BankStand {
  /** Payment orders received, by number: the first counts. */
  readonly payments = new Map<string, Payment>();
  /** Numbers that came again: not paid again. */
  readonly repeated: string[] = [];

  /** @throws where the file is not what the bank's form says */
  take(file: string): void {
    assert.ok(file.startsWith('\ufeff'), 'spreadsheets read it as UTF-8');
    const [heading, ...lines] = file.slice(1).trimEnd().split('\r\n');
    assert.equal(heading, HEADINGS);
    for (const line of lines) {
      const [name = '', account = '', , branch = '', amount = '', number = ''] = line.split(',');
      assert.match(account, /^\d{8,32}$/, 'a whole account number');
      assert.match(branch, /^(\d{12})?$/);
      assert.match(amount, /^\d+\.\d\d$/);
      assert.ok(name && number.length <= 40);
      if (this.payments.has(number)) this.repeated.push(number);
      else this.payments.set(number, { account, name, amount, number });
    }
  }

  /** Its answers as a file; `change` alters a line before it is written. */
  answer(words: Readonly<Record<string, Word>>, change: (payment: Payment) => Payment = (payment) => payment): string {
    const lines = Object.entries(words).map(([number, word], nth) => {
      const { name, account, amount } = change(this.payments.get(number)!);
      return [
        nth + 1,
        name,
        account,
        amount,
        number,
        word,
        word === '成功' ? `B${number}` : '',
        word === '失败' ? '户名不符' : '',
      ].join(',');
    });
    return Buffer.from(
      ['序号,户名,账号,金额（元）,附言,交易状态,交易流水号,失败原因', ...lines].join('\r\n'),
      'utf8',
    ).toString('base64');
  }
}
