import { formatCount } from './counts.ts'

const plurals = { lead: 'leads', enquiry: 'enquiries' } as const
type Unit = keyof typeof plurals

/** '1 lead', '2 enquiries'. */
export function countText(count: number, unit: Unit): string {
  return `${formatCount(count)} ${count === 1 ? unit : plurals[unit]}`
}

/**
 * Says after the result of a change how many of the selected records it left as they were, because their state forbids it:
 * ' 2 leads stayed as they are.', or '' for none.
 */
export function leftText(left: number, unit: Unit): string {
  return left === 0
    ? ''
    : ` ${countText(left, unit)} stayed as ${left === 1 ? 'it is' : 'they are'}.`
}
