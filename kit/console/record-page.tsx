/**
 * A read-only list of facts: its declaration gives it a span of time, sums under the table, and no button that changes
 * a row.
 */
export { ListPage as RecordPage } from './list-page.tsx';
