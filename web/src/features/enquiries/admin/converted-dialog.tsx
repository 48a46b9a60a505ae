import { Anchor, Button } from '@mantine/core'
import type { Enquiry } from '@raahi/contract/enquiries'
import type { Lead } from '@raahi/contract/leads'
import { Link } from 'react-router'
import { Money } from '../../../ui/money.tsx'
import { StepModal } from '../../../ui/step-modal.tsx'
import { leadAddress } from '../../lead-facts/public/lead-address.ts'
import { TripRoute } from '../../lead-facts/public/trip-route.tsx'

interface ConvertedDialogProps {
  /** The converted enquiry and its lead; null before the first conversion. */
  outcome: { enquiry: Enquiry; lead: Lead } | null
  opened: boolean
  onClose: () => void
}

/** Names the lead that an enquiry has become, and links to it. */
export function ConvertedDialog({ outcome, opened, onClose }: ConvertedDialogProps) {
  return (
    <StepModal
      opened={opened}
      onClose={onClose}
      title="Enquiry converted to a lead."
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            Back to enquiries
          </Button>
          {outcome && (
            <Button component={Link} to={leadAddress(outcome.lead)} data-autofocus>
              Open {outcome.lead.leadId}
            </Button>
          )}
        </>
      }
    >
      {outcome && <Words {...outcome} />}
    </StepModal>
  )
}

function Words({ enquiry, lead }: { enquiry: Enquiry; lead: Lead }) {
  return (
    <>
      <p>
        {enquiry.reference} is now lead <strong>{lead.leadId}</strong>.
      </p>
      <p>
        <bdi>{lead.name}</bdi> · <TripRoute trip={lead} />
      </p>
      <p>
        {lead.cost === null ? (
          <>
            No price is set for this lead type, so agents cannot buy it yet.{' '}
            <Anchor component={Link} to="/dashboard/lead-cost" inherit>
              Set the lead cost
            </Anchor>
          </>
        ) : (
          <>
            It is on sale for <Money rupees={lead.cost} />.
          </>
        )}
      </p>
    </>
  )
}
