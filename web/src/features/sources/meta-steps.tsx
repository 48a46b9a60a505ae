import { fetchMetaLeadsAgain, metaPath } from '@raahi/contract/meta-ads'
import { errorWithReason } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/counts.ts'
import { apiAddress } from '../../lib/transport.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Panel } from '../../ui/panel.tsx'
import { notifyError, notifySuccess } from '../../ui/toast.ts'
import { type SourceDetail, useFetchAgain, useSendTestLead } from './sources.api.ts'
import classes from './sources.module.css'
import { UnassignedLeads } from './unassigned-leads.tsx'

interface MetaStepsProps {
  source: SourceDetail
  meta: NonNullable<SourceDetail['meta']>
}

/** How a page at Meta is connected, and the leads that were not fetched. */
export function MetaSteps({ source, meta }: MetaStepsProps) {
  return (
    <Panel title="Set-up">
      <div className={classes.stack}>
        {meta.mode === 'off' && (
          <FormError>
            No lead of Meta can arrive: the settings META_APP_SECRET, META_VERIFY_TOKEN and
            META_PAGE_TOKEN of the server are missing.
          </FormError>
        )}
        <ol className={classes.steps}>
          <li>
            <p>
              In your app at Meta, open ‘Webhooks’, choose ‘Page’ and enter this address, with the
              verify token of META_VERIFY_TOKEN:
            </p>
            <CopyField label="Callback URL" value={apiAddress(metaPath)} />
          </li>
          <li>
            <p>Subscribe to the field ‘leadgen’, and add the app to your page.</p>
          </li>
          <li>
            <p>
              {source.metaPageId
                ? 'This source gets the leads of the page in its settings.'
                : 'Enter the ID of the page in the settings of this source.'}
            </p>
          </li>
          <li>
            <p>Show this text in the form, so that the traveller agrees to it:</p>
            <CopyField label="Consent text" value={source.consents[0]?.text ?? ''} hasLines />
          </li>
          <li>
            {meta.mode === 'sandbox' ? (
              <TestLead source={source} />
            ) : (
              <p>
                Create a lead in Meta’s ‘Lead Ads Testing Tool’. The test appears below within
                seconds.
              </p>
            )}
          </li>
        </ol>
        <UnfetchedLeads id={source._id} {...meta} />
        <UnassignedLeads level="h3" />
      </div>
    </Panel>
  )
}

/** In a trial, a stand-in takes the place of Meta. */
function TestLead({ source }: { source: SourceDetail }) {
  const send = useSendTestLead(source._id)
  return (
    <>
      <p>
        This is a trial: a stand-in takes the place of Meta, and sends leads of invented travellers.
      </p>
      <BusyButton
        variant="default"
        busy={send.isPending}
        disabled={!source.metaPageId}
        onClick={() =>
          send.mutate(undefined, {
            onSuccess: () => notifySuccess('Test lead sent. It appears below within seconds.'),
            onError: (error) =>
              notifyError(errorWithReason(error, 'The test lead could not be sent.')),
          })
        }
      >
        Send a test lead
      </BusyButton>
    </>
  )
}

/** The section remains after its leads have been fetched again, so that its button keeps the focus. */
function UnfetchedLeads({ id, waiting, failed }: { id: string; waiting: number; failed: number }) {
  const again = useFetchAgain(id)
  const isDone = waiting === 0 && failed === 0
  if (isDone && !again.isSuccess) return null
  const leads = (count: number) => `${formatCount(count)} ${count === 1 ? 'lead' : 'leads'}`
  return (
    <section className={classes.notice} aria-label="Leads that were not fetched">
      <p className={classes.text}>
        {isDone && 'All leads have been fetched.'}
        {waiting > 0 && `${leads(waiting)} of Meta ${waiting === 1 ? 'is' : 'are'} being fetched. `}
        {failed > 0 && `${leads(failed)} could not be fetched or were refused. `}
        {failed > 0 && 'Meta keeps each for 90 days.'}
      </p>
      <BusyButton
        variant="default"
        busy={again.isPending}
        onClick={() =>
          again.mutate(undefined, {
            onSuccess: () => notifySuccess(fetchMetaLeadsAgain.message),
            onError: (error) =>
              notifyError(errorWithReason(error, 'The leads could not be fetched again.')),
          })
        }
      >
        Fetch again
      </BusyButton>
    </section>
  )
}
