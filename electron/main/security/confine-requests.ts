import { session } from 'electron';
import { mayRequest } from './origin.ts';

/**
 * Attack: a script that got past the content security policy sends a document's text to another machine. The
 * window talks only to the service, so every other request is cancelled before it leaves.
 */
export function confineRequests(pageOrigin: string): void {
  session.defaultSession.webRequest.onBeforeRequest((details, decide) => {
    decide({ cancel: !mayRequest(pageOrigin, details.url) });
  });
}
