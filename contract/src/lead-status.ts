/** The states of a lead: buy = available. */
export const leadStatuses = ['buy', 'sold'] as const
export type LeadStatus = (typeof leadStatuses)[number]

/** The status as calls carry it, in the specification's spelling. Besides the schemas, only this file and routes use it. */
export interface WireStatus {
  satatus: LeadStatus
}

export const statusOf = ({ satatus }: WireStatus): LeadStatus => satatus

export const toWireStatus = (status: LeadStatus): WireStatus => ({ satatus: status })
