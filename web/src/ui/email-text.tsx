/** An email that breaks after its @ where it must; any other text as it is. */
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
