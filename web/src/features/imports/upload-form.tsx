import { Button, FileButton, Input, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { requiredTexts } from '@raahi/contract/field-checks'
import { importLimits } from '@raahi/contract/import-labels'
import { uploadImport } from '@raahi/contract/imports'
import { sourceLimits } from '@raahi/contract/source-labels'
import type { Source } from '@raahi/contract/sources'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useNavigate, useSearchParams } from 'react-router'
import { errorWithReason } from '../../lib/api-error.ts'
import { fieldErrorsOf } from '../../lib/form-errors.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { SkeletonList } from '../../ui/skeleton-list.tsx'
import { importAddress } from './import-labels.ts'
import { useFileSources, useUpload } from './imports.api.ts'
import classes from './imports.module.css'

const consentForm = uploadImport.body.pick({ consentText: true })

type FileSource = Pick<Source, '_id' | 'name' | 'kind'>

interface Values extends Record<string, unknown> {
  sourceId: string
  sourceName: string
  file: File | null
  consentText: string
}

/** The file, the source that it belongs to, and what its travellers agreed to. */
export function UploadForm() {
  const sources = useFileSources()
  if (sources.data) return <LoadedForm sources={sources.data} />
  if (sources.error)
    return (
      <ErrorState
        text={errorWithReason(sources.error, 'The sources could not be loaded.')}
        onRetry={() => sources.refetch()}
        retrying={sources.isFetching}
      />
    )
  return <SkeletonList label="Loading sources..." layout="rows" count={3} />
}

function LoadedForm({ sources }: { sources: readonly FileSource[] }) {
  const upload = useUpload()
  const navigate = useNavigate()
  const [address] = useSearchParams()
  const wanted = sources.find(({ _id }) => _id === address.get('source'))
  const form = useCheckedForm<Values>({
    initialValues: {
      file: null,
      sourceId: (wanted ?? sources.find(({ kind }) => kind === 'import'))?._id ?? '',
      sourceName: '',
      consentText: '',
    },
    validate: (values) => ({
      ...(!values.file && { file: 'Choose a file.' }),
      ...(!values.sourceId && !values.sourceName.trim() && { sourceName: requiredTexts.name }),
      ...fieldErrorsOf(consentForm, { consentText: values.consentText }),
    }),
  })
  const send = form.onSubmit(({ file, ...values }) => {
    if (!file) return
    upload.mutate(
      { file, ...values, onSource: (id) => form.setFieldValue('sourceId', id) },
      {
        onSuccess: (made) => void navigate(importAddress(made)),
        onError: form.showRefusal,
      },
    )
  })
  const { file, sourceId } = form.values
  return (
    <form onSubmit={send} noValidate className={classes.form}>
      <Input.Wrapper
        label="File"
        labelElement="div"
        description="CSV or XLSX, at most 10 MB and 20,000 rows. The first row has the headings."
        error={form.errors.file}
        errorProps={{ role: 'alert' }}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
      >
        <div className={classes.file}>
          <FileButton
            accept=".csv,.tsv,.txt,.xlsx"
            onChange={(chosen) => form.setFieldValue('file', chosen)}
            inputProps={{ 'aria-label': 'File' }}
          >
            {(props) => (
              <Button
                {...props}
                variant="default"
                data-path={form.pathOf('file')}
                leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
              >
                {file ? 'Choose another file' : 'Choose a file'}
              </Button>
            )}
          </FileButton>
          {file && <bdi>{file.name}</bdi>}
        </div>
      </Input.Wrapper>
      <div className={classes.pair}>
        <NativeSelect
          label="Source"
          description="Where the travellers come from."
          data={[
            ...sources.map(({ _id, name }) => ({ value: _id, label: name })),
            { value: '', label: 'New source' },
          ]}
          {...form.getInputProps('sourceId')}
        />
        {sourceId === '' && (
          <TextInput
            label="Name of the new source"
            description="Such as the fair or the partner."
            maxLength={sourceLimits.name}
            {...form.getInputProps('sourceName')}
          />
        )}
      </div>
      <Textarea
        label="What the travellers agreed to"
        description="In the words that they saw or heard. The text is kept with each lead."
        autosize
        minRows={2}
        maxLength={importLimits.consentText}
        {...form.getInputProps('consentText')}
      />
      {upload.isError && (
        <FormError>{errorWithReason(upload.error, 'The file could not be uploaded.')}</FormError>
      )}
      <div>
        <BusyButton type="submit" busy={upload.isPending}>
          {upload.isPending ? 'Reading..' : 'Upload and Check'}
        </BusyButton>
      </div>
    </form>
  )
}
