/** An email address that may wrap after its @; any other text unchanged. */
export function EmailText({ value }: { value: string }) {
  const afterAt = value.indexOf('@') + 1
  return (
    <>
      {value.slice(0, afterAt)}
      {afterAt > 0 && <wbr />}
      {value.slice(afterAt)}
    </>
  )
}
