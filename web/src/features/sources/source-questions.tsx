import { NativeSelect } from '@mantine/core'
import { type MappedField, mappedFields } from '@raahi/contract/source-labels'
import { errorWithReason } from '../../lib/api-error.ts'
import { Panel } from '../../ui/panel.tsx'
import { notifyError } from '../../ui/toast.ts'
import { type SourceDetail, useUpdateSource } from './sources.api.ts'
import classes from './sources.module.css'

const options = [
  { value: '', label: 'Keep as text' },
  ...Object.entries(mappedFields).map(([value, label]) => ({ value, label })),
]

/** What the own questions of a form mean. A choice counts for enquiries from now on. */
export function SourceQuestions({ source }: { source: SourceDetail }) {
  const update = useUpdateSource(source._id)
  const choose = (question: string, value: string) =>
    update.mutate(
      { questions: [{ question, field: value === '' ? null : (value as MappedField) }] },
      {
        onError: (error) => notifyError(errorWithReason(error, 'The field could not be saved.')),
      },
    )
  return (
    <Panel title="Questions of the form">
      <div className={classes.stack}>
        <p className={classes.quiet}>
          {source.questions.length === 0
            ? `${source.kind === 'meta-ads' ? 'Meta' : 'Google'}’s own questions, such as name and city, are read already. Other questions appear here with the first answer.`
            : 'Choose what a question means. Without a field its answers are kept as text with the enquiry.'}
        </p>
        {source.questions.map(({ question, field }) => (
          <NativeSelect
            key={question}
            label={question}
            data={options}
            value={field ?? ''}
            onChange={(event) => choose(question, event.currentTarget.value)}
          />
        ))}
      </div>
    </Panel>
  )
}
