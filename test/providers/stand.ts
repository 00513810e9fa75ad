/**
 * What a provider's stand-in has whatever its protocol: an address, books of trades and refunds, and bad days on
 * request.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';

export type Trade = {
  number: string;
  providerNo: string;
  amountFen: number;
  state: 'waiting' | 'paid' | 'closed';
  paidAt: number;
  notify: string | null;
  /** Made to be shared: held back until it was, or finished. */
  sharing?: boolean;
};
export type Refund = {
  number: string;
  trade: string;
  amountFen: number;
  at: number;
  /** In the provider's words; the driver has nothing of it. */ failed: string | null;
};

/** For the next calls: how many lose their response after execution, how many fail, and how long each waits. */
export type BadDay = {
  loseAnswers: number;
  faults: number;
  delayMs: number;
  /** The merchant has no money there to give back. */ empty: boolean;
  /** How refunds end that are begun now, in the provider's words; null is well. */ refundsEnd: string | null;
};
export type Notices = { copies: number; forged: boolean; lateMs: number };

export class Stand {
  readonly trades = new Map<string, Trade>();
  readonly refunds = new Map<string, Refund>();
  readonly bad: BadDay = { loseAnswers: 0, faults: 0, delayMs: 0, empty: false, refundsEnd: null };
  readonly notices: Notices = { copies: 1, forged: false, lateMs: 0 };

  /** What it takes of a payment and gives back with a refund, in hundredths of a percent; `at` is epoch ms. */
  rateBp: (at: number) => number = () => 60;

  readonly calls: string[] = [];
  /** Why requests were not believed. */
  readonly refused: string[] = [];
  #nth = 0;

  /** The fee of an amount on its bill, rounded half up, fen. */
  feeFen(amountFen: number, at: number): number {
    return Math.floor((amountFen * this.rateBp(at) + 5_000) / 10_000);
  }

  trade(number: string, amountFen: number, notify: string | null): Trade {
    const known = this.trades.get(number);
    if (known) return known;
    this.#nth += 1;
    const made: Trade = {
      number,
      providerNo: `42${String(Date.now())}${String(this.#nth).padStart(13, '0')}`,
      amountFen,
      state: 'waiting',
      paidAt: 0,
      notify,
    };
    this.trades.set(number, made);
    return made;
  }

  /** Those whose money went back. */
  refunded(): Refund[] {
    return [...this.refunds.values()].filter(({ failed }) => failed === null);
  }

  refund(number: string, trade: Trade, amountFen: number): Refund | null {
    const known = this.refunds.get(number);
    if (known) return known;
    const back = this.refunded()
      .filter((each) => each.trade === trade.number)
      .reduce((sum, each) => sum + each.amountFen, 0);
    if (this.bad.empty || trade.state !== 'paid' || back + amountFen > trade.amountFen) return null;
    const made = { number, trade: trade.number, amountFen, at: Date.now(), failed: this.bad.refundsEnd };
    this.refunds.set(number, made);
    return made;
  }

  /** Serves `answer` until closed; answers the address. */
  async open(
    answer: (request: IncomingMessage, body: Buffer, reply: ServerResponse) => Promise<void> | void,
  ): Promise<{ url: string; close: () => Promise<void> }> {
    const server = createServer((request, reply) => {
      void (async () => {
        const body = Buffer.concat(await request.toArray());
        if (this.bad.delayMs > 0) await later(this.bad.delayMs);
        await answer(request, body, reply);
      })();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      close: () =>
        new Promise((resolve) => {
          server.closeAllConnections();
          server.close(() => resolve());
        }),
    };
  }

  /** Whether this answer is lost on its way; counts it. */
  lost(): boolean {
    if (this.bad.loseAnswers <= 0) return false;
    this.bad.loseAnswers -= 1;
    return true;
  }

  faulty(): boolean {
    if (this.bad.faults <= 0) return false;
    this.bad.faults -= 1;
    return true;
  }

  /**
   * Tells of a trade as the day's notices say: late, several times, or not at all. Answers what the product answered to
   * each.
   */
  async deliver(trade: Trade, post: (to: string) => Promise<Response>): Promise<{ status: number; body: string }[]> {
    const answers: { status: number; body: string }[] = [];
    if (this.notices.lateMs > 0) await later(this.notices.lateMs);
    for (let copy = 0; copy < this.notices.copies; copy += 1) {
      const answer = await post(trade.notify!);
      answers.push({ status: answer.status, body: await answer.text() });
    }
    return answers;
  }
}
