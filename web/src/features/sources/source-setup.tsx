import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { apiAddress } from '../../lib/transport.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { EmbedSteps } from './embed-steps.tsx'
import { MetaSteps } from './meta-steps.tsx'
import { RenewSecret } from './renew-secret.tsx'
import { SourceKeys } from './source-keys.tsx'
import type { SourceDetail } from './sources.api.ts'
import classes from './sources.module.css'

/** How the other program is connected, step by step, with what it needs to be given. */
export function SourceSetup({ source }: { source: SourceDetail }) {
  if (source.kind === 'google-ads') return <GoogleSteps source={source} />
  if (source.meta) return <MetaSteps source={source} meta={source.meta} />
  if (source.kind === 'embed') return <EmbedSteps source={source} />
  if (source.kind === 'api') return <ApiSteps source={source} />
  if (source.kind === 'import') return <ImportLink source={source} />
  return null
}

function ImportLink({ source }: { source: SourceDetail }) {
  return (
    <Panel title="Files">
      <Button component={Link} to={`/dashboard/import?source=${source._id}`}>
        Import a File
      </Button>
    </Panel>
  )
}

function GoogleSteps({ source }: { source: SourceDetail }) {
  return (
    <Panel title="Set-up">
      <ol className={classes.steps}>
        <li>
          <p>In the lead form of Google Ads, open ‘Webhook integration’ and enter this address:</p>
          <CopyField
            label="Webhook URL"
            value={apiAddress(`/api/intake/google-ads/${source._id}`)}
          />
        </li>
        <li>
          <p>
            Enter the key that was shown when you created this source. If it is lost, make a new
            one:
          </p>
          <RenewSecret source={source} />
        </li>
        <li>
          <p>Show this text in the form, so that the traveller agrees to it:</p>
          <CopyField label="Consent text" value={source.consents[0]?.text ?? ''} hasLines />
        </li>
        <li>
          <p>Press ‘Send test data’ there. The test appears below within seconds.</p>
        </li>
      </ol>
    </Panel>
  )
}

const exampleOf = (consentText: string) => `curl -X POST ${apiAddress('/api/intake/leads')} \\
  -H 'Authorization: Bearer YOUR_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(
    {
      externalId: 'crm-1',
      name: 'Asha Rao',
      phone: '+919876543210',
      email: 'asha@example.com',
      destination: 'Goa',
      consent: { text: consentText, at: '2026-11-29T10:00:00+05:30' },
    },
    null,
    2,
  ).replaceAll("'", '’')}'`

function ApiSteps({ source }: { source: SourceDetail }) {
  return (
    <Panel title="Set-up">
      <ol className={classes.steps}>
        <li>
          <p>Create a key, and store it in the program that sends the enquiries.</p>
          <SourceKeys source={source} />
        </li>
        <li>
          <p>
            Send each enquiry with the ID that it has in your program. The same ID again changes
            nothing.
          </p>
          <CopyField
            label="Example"
            value={exampleOf(source.consents[0]?.text ?? '')}
            hasLines
            description="Replace YOUR_KEY. All fields are in the API documentation at /api/docs."
          />
        </li>
        <li>
          <p>The enquiry appears below within seconds.</p>
        </li>
      </ol>
    </Panel>
  )
}
