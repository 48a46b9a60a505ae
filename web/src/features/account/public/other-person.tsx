import { useSession } from '../../../lib/session.ts'

/** Names the person of the agency who did it, after a time: ' · Meera Nair'. Nothing if it is the one who is signed in. */
export function OtherPerson({ by, byId }: { by: string; byId: string }) {
  const isOwn = useIsOwn(byId)
  return isOwn ? null : (
    <>
      {' · '}
      <bdi>{by}</bdi>
    </>
  )
}

/** Whether this is the person who is signed in. */
export function useIsOwn(byId: string): boolean {
  return useSession(({ user }) => user?._id === byId)
}
