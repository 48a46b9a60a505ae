import { FullPageMessage } from './full-page-message.tsx'
import { Milestone } from './milestone.tsx'

/** The page for an address that leads nowhere. */
export function NotFound() {
  return (
    <FullPageMessage
      picture={<Milestone width={320} />}
      title="This road leads nowhere"
      text="There is no page at this address. It may have moved, or the link may be incomplete."
    />
  )
}
