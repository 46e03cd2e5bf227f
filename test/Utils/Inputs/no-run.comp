// expected-warning@+1 {{nobody verifies this}}
