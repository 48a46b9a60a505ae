import { siteClaims } from '@raahi/contract/site-claims'
import type { getSiteFigures, SiteFigures } from '@raahi/contract/site-figures'
import { useEffect, useState } from 'react'
import { publicCall } from '../../lib/public-call.ts'
import classes from './site-claims.module.css'

export const siteFiguresCall = publicCall<typeof getSiteFigures>(
  'getSiteFigures',
  'GET',
  '/api/siteFigures',
)

/** The claims of the specification. The true figure is shown beside a claim as soon as it is higher. */
export function SiteClaims() {
  const figures = useSiteFigures()
  return (
    <dl className={classes.claims}>
      <div>
        <dt>happy customers</dt>
        <dd>
          {siteClaims.customers}+
          <TrueFigure claimed={siteClaims.customers} figure={figures?.customers} />
        </dd>
      </div>
      <div>
        <dt>destinations</dt>
        <dd>
          {siteClaims.destinations}+
          <TrueFigure claimed={siteClaims.destinations} figure={figures?.destinations} />
        </dd>
      </div>
    </dl>
  )
}

function TrueFigure({ claimed, figure }: { claimed: number; figure: number | undefined }) {
  if (figure === undefined || figure <= claimed) return null
  return <span className={classes.figure}>now {figure.toLocaleString('en-IN')}</span>
}

/** Read after the page is drawn. Without an answer the claims are shown alone. */
function useSiteFigures(): SiteFigures | null {
  const [figures, setFigures] = useState<SiteFigures | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    import('../../lib/transport.ts')
      .then(({ send }) => send(siteFiguresCall, {}, { signal: leaving.signal }))
      .then(setFigures, () => undefined)
    return () => leaving.abort()
  }, [])
  return figures
}
