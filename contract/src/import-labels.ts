// Fields, limits and choices of an import. Without zod.

/** The fields of a lead that a column can have, with the labels that an admin chooses from. */
export const importFields = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  city: 'City',
  destination: 'Destination',
  travelDate: 'Travel date',
  travelMonth: 'Travel month',
  travelDays: 'Days',
  travelNights: 'Nights',
  adult: 'Adults',
  children: 'Children',
  infant: 'Infants',
  tripType: 'Trip type',
  leadType: 'Lead type',
  budgetPerPerson: 'Budget per person',
  message: 'Message',
} as const
export type ImportField = keyof typeof importFields
export const importFieldNames = Object.keys(importFields) as ImportField[]

/** Without one of these columns no row can become a lead. */
export const neededImportFields = ['name', 'phone'] as const satisfies ImportField[]

export const importLimits = {
  bytes: 10 * 1024 * 1024,
  rows: 20_000,
  columns: 100,
  /** Characters of a cell. */
  cell: 5000,
  /** Characters of the shown name of the file. */
  fileName: 200,
  consentText: 2000,
} as const

/** Orders of day, month and year, with 3 April 2027 as an example. */
export const dateOrders = {
  dmy: { label: 'Day, month, year', example: '03/04/2027 is 3 April 2027' },
  mdy: { label: 'Month, day, year', example: '04/03/2027 is 3 April 2027' },
  ymd: { label: 'Year, month, day', example: '27/04/03 is 3 April 2027' },
} as const
export type DateOrder = keyof typeof dateOrders
export const dateOrderNames = Object.keys(dateOrders) as DateOrder[]

/** What happens to a row. */
export const importOutcomes = ['added', 'duplicate', 'refused', 'question'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/**
 * The states of an import. A running import can be undone only after its last row. It can be run again, because its job gives up
 * after a number of failures.
 */
export const importStates = {
  uploaded: { check: 'uploaded', run: 'running', undo: 'undone' },
  running: { run: 'running', finish: 'done' },
  done: { undo: 'undone' },
  undone: {},
} as const
export type ImportState = keyof typeof importStates
export const importStateNames = Object.keys(importStates) as ImportState[]
