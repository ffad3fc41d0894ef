// A login that moves a secret, killed at every single one of its steps.
import '../account/keychain-kill.test.ts';
