/** What the servers' round asks of public accounts. */
export { pushGateway, pushRound } from './send.ts';
export { syncRound } from './sync.ts';
